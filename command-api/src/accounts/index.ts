export {
  type Account,
  createAccount,
  findAccount,
  findAccountByEmail,
  nameOf,
  type NewAccount,
  updateAccount,
} from './account/accounts.ts';
export { closeAccount, type ClosingDeps } from './account/close-account.ts';
export { mailboxOf } from './account/mailbox.ts';
export { prepareNotice, notifyOfKey } from './account/notify-owner.ts';
export { foundsTeam, registerAccount, type RegistrationDeps } from './account/register-account.ts';
export {
  type AccountDecision,
  grantStaff,
  recordFactorsRemoved,
  recordRegistration,
  recordSessionsEnded,
  revokeStaff,
} from './domain/account.ts';
export { createAccountHandler } from './handler.ts';
export type { LogInDeps } from './log-in.ts';
export { createLoginLog } from './login-log.ts';
export { addresseeOf } from './mail-addressee.ts';
export { migrateAccounts } from './migrate.ts';
export { checkPassword } from './password/check-password.ts';
export { createPasswordRules } from './password/password-rules.ts';
export { hashPassword, verifyPassword } from './password/passwords.ts';
export type { FoundTeam, KeysOfMember, Membership } from './ports.ts';
export { createRateLimits, type RateLimits } from './rate-limit.ts';
export { accountRoutes } from './routes.ts';
export { findSecondFactor, removeAllFactors } from './second-factor/factors.ts';
export { createPendingLogins } from './second-factor/pending-login.ts';
export { sealSecrets } from './second-factor/seal-secrets.ts';
export { createBrowserSession } from './session/browser-session.ts';
export { endSessions, listSessions } from './session/sessions.ts';
export { startAccounts } from './start.ts';
export { endTokens } from './tokens.ts';
