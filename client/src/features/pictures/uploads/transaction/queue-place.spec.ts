import { expect, test } from 'vitest';
import { nextPlace, type ShownPlace } from './queue-place.ts';

test('the place in the queue is shown at each step, read out when it has halved, and removed at its turn', () => {
  let place: ShownPlace | undefined;
  const shown = [40, 39, 21, 20, 30, 11, 10, undefined, 6].map((ahead) => {
    place = nextPlace(place, ahead === undefined ? undefined : { ahead });
    return place && [place.ahead, place.announced];
  });
  expect(shown).toEqual([[40, 40], [39, 40], [21, 40], [20, 20], [30, 20], [11, 20], [10, 10], undefined, [6, 6]]);
});
