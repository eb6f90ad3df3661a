export class NoSubjectError extends Error {
  override readonly name = 'NoSubjectError';

  constructor(message = 'No subject was found in the picture') {
    super(message);
  }
}

/** The bytes are no complete picture. */
export class UnreadablePictureError extends Error {
  override readonly name = 'UnreadablePictureError';
}

/** Missing or unusable. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
}
