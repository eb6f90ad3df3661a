export {
  answersOf,
  changeMessage,
  findMessage,
  findMessageFile,
  keepAnswer,
  listMessages,
  type MessageLine,
} from './answers.ts';
export { createMessageHandler } from './handler.ts';
export { type ContactMailer, startContactMailer } from './mailer.ts';
export { migrateContact } from './migrate.ts';
export { contactRoutes } from './routes.ts';
