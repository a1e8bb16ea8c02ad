// How long a password may be, in code points after NFC. Apart from the other rules, which browsers load later.

/** The lower limit of the setting: an installation may require more characters, never fewer. */
export const minPasswordLength = 10;

/** Long enough for any pass phrase; limits the work of hashing for one request. */
export const maxPasswordLength = 128;
