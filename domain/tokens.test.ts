import { expect, test } from 'vitest';
import { actions, isOpenToTokens } from './permissions.ts';
import { mostAccessTokens, tokenLimitRefusal } from './tokens.ts';

test('the number of tokens of a person is limited', () => {
  expect(tokenLimitRefusal(mostAccessTokens - 1)).toBeNull();
  expect(tokenLimitRefusal(mostAccessTokens)?.code).toBe('token.too-many');
});

test('a token has no access to billing, and to everything else of a company', () => {
  expect(actions.filter((action) => !isOpenToTokens(action))).toEqual(['billing.manage']);
});
