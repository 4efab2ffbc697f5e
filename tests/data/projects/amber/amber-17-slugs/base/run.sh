#!/bin/sh
exec node test/articles.test.js
