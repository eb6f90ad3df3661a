export { keepErrors, orderBefore } from './batch-saves.ts';
export { createKeyGate } from './gate.ts';
export { type ApiKeyHandler, createApiKeyHandler } from './handler.ts';
export { countKeysOf, createKey, type KeyDeps, revokeKey, revokeKeysOf, rotateKey, viewsOf } from './keys.ts';
export { migrateApiKeys } from './migrate.ts';
export { type Repeatable, repeatable } from './repeats.ts';
export { apiKeyRoutes } from './routes.ts';
export { startApiKeys } from './start.ts';
export { oneAtATime } from './under-way.ts';
export {
  countTestPicture,
  endReservation,
  forgetOldUse,
  leftReservations,
  releaseCredits,
  refuseCredits,
  reserveCredits,
  testPicturesLeft,
} from './use.ts';
