import type { MailTransport } from '@clearcut/platform/mail/port';
import type { ServiceContext } from '@clearcut/platform/service';
import {
  type ContactMailer,
  contactRoutes,
  createMessageHandler,
  migrateContact,
  startContactMailer,
} from '../contact/index.ts';
import { createRateLimits } from '../accounts/index.ts';
import type { Secret } from '../kernel/secret.ts';
import type { Part } from './parts.ts';

interface Contact extends Part {
  wake(): void;
}

const SANDBOX_SUPPORT = 'support@localhost';

export async function openContact({
  context: { config, database, eventStore, log },
  secret,
  transport,
}: {
  readonly context: ServiceContext;
  readonly secret: Secret;
  readonly transport: MailTransport | undefined;
}): Promise<Contact> {
  await migrateContact(database);
  const to = config.supportEmail ?? config.operator?.email ?? (config.sandbox ? SANDBOX_SUPPORT : undefined);
  const mail = transport === undefined || to === undefined ? undefined : { transport, to };
  let mailer: ContactMailer | undefined;
  return {
    routes: contactRoutes({
      database,
      rateLimits: createRateLimits(database, secret, config),
      onKept: () => mailer?.wake(),
    }),
    wake: () => mailer?.wake(),
    start() {
      mailer = startContactMailer({ database, messages: createMessageHandler(eventStore), mail, log });
    },
    async stop() {
      await mailer?.stop();
    },
  };
}
