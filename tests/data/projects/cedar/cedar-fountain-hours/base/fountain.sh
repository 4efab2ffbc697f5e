#!/usr/bin/env bash
# Switches the fountains of the square; prints on or off for a time like 07:45.
open_hour=7
close_hour=21

pump_state() {
    local clock=$1
    case $clock in
        0[7-9]:* | 1?:* | 20:*) echo on ;;
        *) echo off ;;
    esac
}
