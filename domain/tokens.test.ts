import { expect, test } from 'vitest';
import { actions, isOpenToTokens } from './permissions.ts';
import { mostAccessTokens, tokenLimitRefusal } from './tokens.ts';

test('a person may hold so many tokens and no more', () => {
  expect(tokenLimitRefusal(mostAccessTokens - 1)).toBeNull();
  expect(tokenLimitRefusal(mostAccessTokens)?.code).toBe('token.too-many');
});

test('a token is kept from what costs money, and from nothing else of a company', () => {
  expect(actions.filter((action) => !isOpenToTokens(action))).toEqual(['billing.manage']);
});
