// The kinds of notification mails. Each person may decline each kind; the company's policies take precedence.
// Mails about the account itself (links, passwords, passkeys, payment) are not among them: nobody can decline those.

export const noticeKinds = ['decisions', 'waiting', 'empty-week', 'stand-in', 'report', 'budget'] as const;
export type NoticeKind = (typeof noticeKinds)[number];
