import type texts from '../../../../locales/en/support-events.json';

export type EventWords = keyof typeof texts;

/** Types of events, and modes of the brush, that have words. */
export const EVENT_WORDS = [
  'ImageUploaded',
  'ImageForked',
  'ImageLinked',
  'SubjectChosen',
  'BackgroundRemoved',
  'MatteRefined',
  'MatteRefinementFailed',
  'RegionsMapped',
  'SubjectNotFound',
  'BackgroundRemovalFailed',
  'TransactionDeleted',
  'ImageExpired',
  'erase',
  'restore',
  'EdgeRefinementRequested',
  'EdgeRefined',
  'EdgeRefinementFailed',
  'SettingsEdited',
  'EditsReset',
  'OperationRestored',
  'CustomBackgroundAdded',
  'EditRequested',
  'EditRendered',
  'HdSaveRequested',
  'HdSaveStarted',
  'HdSaveCompleted',
  'HdSaveFailed',
  'ExportRequested',
  'ExportMade',
  'ExportFailed',
  'CreditsSpent',
  'CreditsRefunded',
] as const satisfies readonly EventWords[];
