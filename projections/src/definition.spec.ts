import { expect, test } from 'vitest';
import { ageOf, readDefinition } from './definition.ts';
import { readModels } from './read-models.ts';

/**
 * Digests of schema.sql by version, from 1. Append only: a projector with the old number would rebuild the tables back
 * to its own.
 */
const RELEASED: Readonly<Record<string, readonly string[]>> = {
  transaction: [
    '89b71b57e3c7e000afcd59d9cc33cbe3a2a119e8cfeb45e2ee2dfd43c28d8823',
    '8b2d86a7be2295a8d3f4f0772615618392b7aa9d013f6c6a778bf11ebc601375',
    '906dc7a7bccef2d0ea8b546fa7484fa7baf5860d43bbce729836cfa9be38da54',
    '7419ed5be835b63378731f8fe4a3093756e202342d9c409be7d5dbf42ad754b2',
    '4549f162a3385c16c297b3badfe8c5f015786b9dc1f6d644869f7694d35509dd',
  ],
  team: [
    'd78045f0602097a0f0398d5076d123d5d9bd1877d7b4a9410c7a134dcd2334fa',
    '4dc4659daac9e9d8b056c6e4da2f90b8fcc03fca9856337e008ff84b690d8fd4',
    '826ca6e73041f6d07213d781eb594894df4ed506933abd7bf043a70f225bf503',
    '80260755673fee0acd06a39c7cf8199e3b84ddd39f5d5f1a21c0f2e0b5bf4749',
  ],
  'security-log': [
    'bc25aaf580d5157dbee5af9f25ccbeb2bb65b80f88db1c284f2572b881e67073',
    '0d2dfc6ae3801c6136bdbd7dfdc13a74e2c3c39f71596492492703ac36ebaef2',
    // Same tables, plus what staff saw of pictures.
    '0d2dfc6ae3801c6136bdbd7dfdc13a74e2c3c39f71596492492703ac36ebaef2',
    // The same tables, with plans, payments and webhooks.
    '0d2dfc6ae3801c6136bdbd7dfdc13a74e2c3c39f71596492492703ac36ebaef2',
  ],
  'credit-ledger': [
    'b387aed5c4a68ecababe5687bb985eb1682b2516142821929f97d44f6f0598df',
    'ef02016912a19225fc2b822f38b5bd9e51dc27212c09713ec3598be50b85d292',
    '1735affdd572e3603795028799c596ee08b069875fa25a14811d3ef9fa199962',
  ],
  'support-index': ['c9a46f7e41d6eafe9cfe9f04b5d0c5a2f52e8c2dd2da39a69b16c17bfc5fc335'],
  'sign-ups': ['4856b3bb71be3b3825a373fe31dd36749db3e6cf5e34f5ff8239f1b9e9c5b40d'],
  'support-access': ['eee03fda31b5a8bb45b04a0e6037283d47a0f6afa9c2609b868942adb1ac8871'],
  'staff-audit': [
    '560bc43be11798404e533020fc56243c101eca0e3a7f9e88ac1f281071d80aba',
    // Same tables, plus what staff saw of pictures.
    '560bc43be11798404e533020fc56243c101eca0e3a7f9e88ac1f281071d80aba',
  ],
  replays: [
    '7753a55a3f8a7754fdc4c43a988bf0cfcf2fc6dd1bbab3a4aa573516e1164b89',
    '60a9f1f04746c05e5c9e5899c1d6c34e68cd0aa3da486ef6f7351a0e00c9e54b',
  ],
  figures: ['4927ddd63ddebd91876d119806001e6aea1f33ce9bc3bb3ff94d1a5a5eea7377'],
  'models-seen': ['a33e42ed8331413cc8166fc31efeb89a0a5eb5ddeaf217d702a2c49a0e969b95'],
  'api-key': ['d4f1aa327d4f1548d8dcde9acde59831ee4c2220355c1ef8be3d3e2942808aef'],
};

test.for(readModels)('changed tables of $name have a higher version', async (model) => {
  const released = RELEASED[model.name];
  const { version, digest } = await readDefinition(model);
  expect(released?.at(-1)).toBe(digest);
  expect(version).toBe(released?.length);
});

test.for([
  { stored: { version: 2, digest: 'b' }, is: 'same' },
  { stored: { version: 1, digest: 'a' }, is: 'older' },
  // Same columns, other meaning.
  { stored: { version: 1, digest: 'b' }, is: 'older' },
  { stored: { version: 3, digest: 'c' }, is: 'newer' },
  { stored: { version: 3, digest: 'b' }, is: 'newer' },
  { stored: { version: 2, digest: 'half-written' }, is: 'older' },
])(
  'tables of version $stored.version with digest $stored.digest are $is to version 2 with digest b',
  ({ stored, is }) => {
    expect(ageOf(stored, { version: 2, digest: 'b' })).toBe(is);
  },
);
