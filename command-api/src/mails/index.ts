export { htmlOf, textOf } from './layout.ts';
export { isLink, LINK_LIFETIMES_MS, type LinkPurpose } from './links.ts';
export { isAboutMoney, type MailDetails, type MailKind, type QueuedMail, queueMail, removeMailsTo } from './queue.ts';
export { type Addressee, startMailSender } from './sender.ts';
