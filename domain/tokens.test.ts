import { expect, test } from 'vitest';
import { actions, isAllowedForTokens } from './permissions.ts';
import { accessTokenLimitRefusal, maxAccessTokens } from './tokens.ts';

test('the number of tokens of a person is limited', () => {
  expect(accessTokenLimitRefusal(maxAccessTokens - 1)).toBeNull();
  expect(accessTokenLimitRefusal(maxAccessTokens)?.code).toBe('token.too-many');
});

test('a token has access to everything of a company except billing and the file with all of it', () => {
  expect(actions.filter((action) => !isAllowedForTokens(action))).toEqual([
    'company.export',
    'company.import',
    'billing.manage',
  ]);
});
