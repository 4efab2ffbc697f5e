import assert from 'node:assert/strict';
import { fill } from './letters.mjs';

const T = 'Dear {{donor}}, your gift of {{amount}} went to {{fund}}. Thank you, {{ donor }}!';

assert.equal(fill('Dear {{donor}}', { donor: 'Ada' }), 'Dear Ada');
console.log('ok - plain name');

assert.equal(fill(T, { donor: 'Ada', amount: '20 EUR', fund: 'Roof' }),
  'Dear Ada, your gift of 20 EUR went to Roof. Thank you, Ada!');
console.log('ok - spaces inside the braces');

assert.equal(fill(T, { donor: 'The C*.net Co (UK)', amount: '£5', fund: 'Roof [2]' }),
  'Dear The C*.net Co (UK), your gift of £5 went to Roof [2]. Thank you, The C*.net Co (UK)!');
console.log('ok - punctuation in names');

assert.equal(fill(T, { donor: 'Bo', amount: '$100', fund: 'Ca$$h for Cats' }),
  'Dear Bo, your gift of $100 went to Ca$$h for Cats. Thank you, Bo!');
console.log('ok - names with money in them');
