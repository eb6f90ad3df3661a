import type { SavedTemplate, Template } from '@clearcut/schemas/templates/http';
import { TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, errorOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { createPerson, PASSWORD } from '../support/person.ts';
import { eventually } from '../support/product.ts';
import { collaborator, joinTeam, newTeam, type Team } from '../support/team.ts';

let product: Installation;
let team: Team;
beforeAll(async () => {
  product = await sharedInstallation();
  team = await newTeam(product.url);
});
afterAll(() => product.stop());

const look: Omit<Template, 'name'> = {
  background: { ...TRANSPARENT, id: 'table-oak' },
  shadow: { kind: 'ground', color: '#000000', opacity: 0.4, blur: 12, offset: { x: 10, y: 0 } },
  frame: { margin: 10, size: { width: 2000, height: 2000 }, standsBelow: false },
  format: 'jpg',
};

type Sender = Pick<Team['admin'], 'get' | 'send'>;
const list = async (person: Sender): Promise<SavedTemplate[]> =>
  (await bodyOf<{ templates: SavedTemplate[] }>(await person.get('/api/template/'))).templates;
const add = (person: Sender, name: string, rest: object = look): Promise<Response> =>
  person.send('POST', '/api/template/', { name, ...rest });

test("a team's template is seen, changed and removed by each member who may edit, and by no other team", async () => {
  const answer = await add(team.admin, '  Shop ');
  expect(answer.status).toBe(201);
  const made = await bodyOf<SavedTemplate>(answer);
  expect(made).toEqual({ id: made.id, name: 'Shop', ...look });

  const mate = await joinTeam(product.url, team.admin, collaborator);
  expect(await list(mate)).toEqual([made]);
  const path = `/api/template/${made.id}/`;
  const changed = { name: 'Shop, white', ...look, background: { ...TRANSPARENT, color: '#ffffff' } };
  expect((await mate.send('PUT', path, changed)).status).toBe(200);
  expect(await list(team.admin)).toEqual([{ id: made.id, ...changed }]);

  const other = await newTeam(product.url);
  expect(await list(other.admin)).toEqual([]);
  expect(await errorOf(await other.admin.send('PUT', path, changed))).toBe('404 template_not_found');
  expect(await errorOf(await other.admin.send('DELETE', path))).toBe('404 template_not_found');

  expect((await mate.send('DELETE', path)).status).toBe(204);
  expect(await errorOf(await mate.send('DELETE', path))).toBe('404 template_not_found');
  expect(await list(team.admin)).toEqual([]);
});

test('a name is unique regardless of case, even for simultaneous requests', async () => {
  const answers = await Promise.all([add(team.admin, 'Story'), add(team.admin, 'STORY')]);
  expect(answers.map(({ status }) => String(status)).sort()).toEqual(['201', '409']);
  expect(await errorOf(await add(team.admin, 'story'))).toBe('409 template_name_taken');
  const [story] = await list(team.admin);
  // It may be changed under its own name.
  expect((await team.admin.send('PUT', `/api/template/${story?.id}/`, { name: 'Story', ...look })).status).toBe(200);
});

test('refuses an invalid template and changes nothing', async () => {
  const before = await list(team.admin);
  for (const wrong of [
    { ...look, format: 'gif' },
    { ...look, background: { ...TRANSPARENT, id: '5a4e0000-0000-4000-8000-000000000001' } },
    { ...look, frame: { margin: 101, size: null, standsBelow: false } },
    { ...look, frame: { margin: 10, size: { width: 4, height: 4 }, standsBelow: false } },
    { ...look, extra: true },
    { background: look.background },
  ]) {
    expect(await errorOf(await add(team.admin, 'Wrong', wrong))).toBe('400 validation_failed');
  }
  expect(await errorOf(await add(team.admin, ' '))).toBe('400 validation_failed');
  expect(await list(team.admin)).toEqual(before);
});

test("a team's templates are removed with its last member", async () => {
  const founder = createPerson(product.url);
  const { team_id: teamId } = await founder.signUp('templates-closing@example.com');
  await add(founder, 'Mine');
  const kept = () => product.database.query('SELECT 1 FROM templates.template WHERE team_id = $1', [teamId]);
  expect(await kept()).toHaveLength(1);
  expect((await founder.send('POST', '/api/user/me/close', { password: PASSWORD })).status).toBe(204);
  await eventually(async () => ((await kept()).length === 0 ? true : undefined));
});
