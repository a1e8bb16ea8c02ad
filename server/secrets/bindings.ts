// Purpose and owner of each kind of value that is stored sealed in the database (seal.ts).

export const secondFactorBinding = (userId: string, secret: string) => ({
  secret,
  purpose: 'daybook second factor',
  context: userId,
});

export const signingKeyBinding = (kid: string, secret: string) => ({ secret, purpose: 'signing keys', context: kid });

export const pushKeyBinding = (publicKey: string, secret: string) => ({
  secret,
  purpose: 'push keys',
  context: publicKey,
});

export const pushSubscriptionBinding = (id: string, secret: string) => ({
  secret,
  purpose: 'push subscriptions',
  context: id,
});
