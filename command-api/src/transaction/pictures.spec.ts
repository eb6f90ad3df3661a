import { expect, test } from 'vitest';
import { regionsOf } from './pictures.ts';

// Regression: of a picture that was cut out, and only not refined, it was said that its background could not be removed.
test.for([
  ['PENDING', null, 'image_not_ready'],
  ['UPLOADED', 'open', 'image_not_ready'],
  ['UPLOADED', 'failed', 'regions_failed'],
  ['UPLOAD_ERROR', null, 'image_failed'],
] as const)(
  'without regions, a picture that is %s, its refinement %s, is answered %s',
  ([status, refinement, code]) => {
    expect(() => regionsOf({ status, refinement, regions: null })).toThrow(expect.objectContaining({ code }));
  },
);
