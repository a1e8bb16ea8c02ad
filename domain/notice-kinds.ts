// The kinds of mail that tell people something and that each person may decline; the company's policies come before that.
// Mails about the account itself (links, passwords, passkeys, payment) are not among them: nobody can decline those.

export const noticeKinds = ['decisions', 'waiting', 'empty-week', 'stand-in', 'report'] as const;
export type NoticeKind = (typeof noticeKinds)[number];
