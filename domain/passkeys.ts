// Passkeys: limits, and the names of the password managers and devices that store them.

/** More than the devices of one person. */
export const maxPasskeys = 20;

/** EdDSA, ES256 and RS256, the preferred one first. */
export const passkeyAlgorithms = [-8, -7, -257] as const;

export const maxPasskeyNameLength = 60;

/** Stored as the name if neither the authenticator nor the browser gave one; shown in the language of the user. */
export const unnamedPasskey = '-';

/** Earlier releases stored a text in the language of the owner. */
const unnamedValues: readonly string[] = [unnamedPasskey, 'Unknown device', 'Perangkat tidak dikenal'];

/** Null if the passkey has no name. */
export const passkeyNameOf = (stored: string): string | null => (unnamedValues.includes(stored) ? null : stored);

/** Long enough to find a security key; a page that stays open longer requests a new challenge in time. */
export const challengeLifetimeMinutes = 10;

/** Known authenticators by their id (AAGUID). */
const authenticators: Readonly<Record<string, string>> = {
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'Apple Passwords',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'Apple Passwords',
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome, macOS',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  '50726f74-6f6e-5061-7373-50726f746f6e': 'Proton Pass',
  'fdb141b2-5d84-443e-8a35-4698c205a502': 'KeePassXC',
  '0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6': 'Keeper',
};

/** Null for an unknown one; then the passkey is named after the device. */
export const authenticatorName = (aaguid: string): string | null => authenticators[aaguid] ?? null;
