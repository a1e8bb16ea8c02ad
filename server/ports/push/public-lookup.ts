// Resolves the name of a push service when the connection to it is made, so that the address that was checked is the one that is used.

import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { PushConfig } from '../../config/push.ts';
import { Undeliverable } from '../mail/mail.ts';
import { isInternal, isPublicAddress } from './public-address.ts';

/** Refuses names of which any address leads to the network of the server. */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, options, (error, found, family) => {
    const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address);
    if (error || addresses.every(isPublicAddress)) done(error, found, family);
    else done(new Undeliverable('the push service is not at a public address'), found, family);
  });
};

/** Only hosts of PUSH_INTERNAL_HOSTS may lead to the network of the server. */
export const lookupOf = (url: URL, config: Pick<PushConfig, 'internalHosts'>): LookupFunction =>
  isInternal(url, config) ? lookup : publicLookup;
