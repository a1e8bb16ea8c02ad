import { describe, expect, test } from 'vitest';
import { isCallable, isPublicAddress } from './public-address.ts';

test.each(['8.8.8.8', '172.15.0.1', '172.32.0.1', '100.63.0.1', '192.167.1.1', '2606:4700::1111', '2a00:1450:4001::1'])(
  '%s is an address of the public internet',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.8.8.8',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:8.8.8.8',
  '::ffff:127.0.0.1',
  '64:ff9b::7f00:1',
  'fe80::1',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'no address',
])('%s is not', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

describe('before a name is resolved', () => {
  const isAllowed = (url: string, internalHosts: string[] = []) => isCallable(new URL(url), { internalHosts });

  test('names on the usual port are allowed, and public addresses', () => {
    for (const url of ['https://push.example.com/a', 'https://8.8.8.8/a', 'https://[2606:4700::1111]/a'])
      expect(isAllowed(url), url).toBe(true);
  });

  test('other ports, other schemes, names of this machine and addresses in private networks are not', () => {
    for (const url of [
      'http://push.example.com/a',
      'https://push.example.com:8443/a',
      'https://localhost/a',
      'https://a.localhost/a',
      'https://localhost./a',
      'https://intranet/a',
      'https://127.0.0.1/a',
      'https://2130706433/a',
      'https://0x7f.1/a',
      'https://[::1]/a',
      'https://[::ffff:10.0.0.1]/a',
      'https://10.0.0.1/a',
    ])
      expect(isAllowed(url), url).toBe(false);
  });

  test('a named host may be anywhere, on exactly that port', () => {
    expect(isAllowed('https://localhost:8443/a', ['localhost:8443'])).toBe(true);
    expect(isAllowed('https://localhost:8444/a', ['localhost:8443'])).toBe(false);
    expect(isAllowed('http://localhost:8443/a', ['localhost:8443'])).toBe(false);
    expect(isAllowed('https://push.internal/a', ['push.internal'])).toBe(true);
  });
});
