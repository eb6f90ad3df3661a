import type { Command, OfflineCommand } from './command.ts';
import { backup } from './commands/backup.ts';
import { billingSetup } from './commands/billing/billing-setup.ts';
import { billingSync } from './commands/billing/billing-sync.ts';
import { copyEvents } from './commands/copy-events.ts';
import { createApiKey } from './commands/create-api-key.ts';
import { deadLetters } from './commands/dead-letters.ts';
import { endSessions } from './commands/account/end-sessions.ts';
import { explain } from './commands/explain.ts';
import { grantCredits } from './commands/grant-credits.ts';
import { moveCheckpoints } from './commands/move-checkpoints.ts';
import { rebuild } from './commands/rebuild.ts';
import { redrive } from './commands/redrive.ts';
import { replay } from './commands/replay.ts';
import { restore } from './commands/restore.ts';
import { makeStaff, revokeStaff } from './commands/account/staff.ts';
import { setAsideCommand } from './commands/set-aside.ts';
import { verifyBilling } from './commands/billing/verify-billing.ts';
import { verifyLedger } from './commands/verify-ledger.ts';
import { verifyReceipt } from './commands/verify-receipt.ts';

export const commands: readonly Command[] = [
  grantCredits,
  verifyLedger,
  verifyReceipt,
  explain,
  replay,
  billingSetup,
  billingSync,
  verifyBilling,
  createApiKey,
  makeStaff,
  revokeStaff,
  endSessions,
  rebuild,
  setAsideCommand,
  deadLetters,
  redrive,
  copyEvents,
  moveCheckpoints,
];

export const offlineCommands: readonly OfflineCommand[] = [backup, restore];
