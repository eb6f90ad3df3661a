import { INVITATION_MS } from '@clearcut/schemas/constants';
import { createUserBodySchema } from '@clearcut/schemas/team/http';
import { ROLE_NUMBERS } from '@clearcut/schemas/team/permissions';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Form, TextInput } from 'react-admin';
import { useTranslation } from 'react-i18next';
import { DAY_MS } from '../../../lib/durations.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { type Failure, toFailure } from '../../../lib/errors/failure.ts';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { FormPart } from '../../../ui/forms/FormPart.tsx';
import { Head } from '../../../ui/page/Head.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { snipped } from '../../../ui/paper/snipped.ts';
import { invite } from '../person/users-provider.ts';
import { BackToUsers } from '../form/BackToUsers.tsx';
import { FormActions } from '../form/FormActions.tsx';
import { type Outcome, Outcomes } from './Outcomes.tsx';
import { parsePeople } from './parse-people.ts';
import { RightsInputs } from '../form/UserInputs.tsx';

const DAYS = INVITATION_MS / DAY_MS;

const blank = { list: '', role: ROLE_NUMBERS.collaborator, permissions: [], mayDeleteOwnAccount: false };

/** Whether the next invitation would fail for the same reason. */
const isForAll = ({ status, code }: Failure): boolean =>
  status === 0 ||
  status >= 500 ||
  status === 429 ||
  status === 401 ||
  code === 'proof_required' ||
  code === 'address_unproved';

/** Invites a pasted list with the same rights, one after another. A second press continues where the first stopped. */
export function InviteMany() {
  const { t } = useTranslation('users');
  const { number } = useFormat();
  const queryClient = useQueryClient();
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [isEmpty, setEmpty] = useState(false);
  const invited = useRef(new Map<string, string>());

  async function submit(values: Record<string, unknown>): Promise<void> {
    const { people, unread } = parsePeople(typeof values['list'] === 'string' ? values['list'] : '');
    setEmpty(people.length === 0);
    const all: Outcome[] = [
      ...unread.map((line) => ({ name: line, state: 'unread' as const })),
      ...people.map(({ email }) => ({ name: email, state: 'waiting' as const })),
    ];
    setOutcomes(all);
    for (const [index, person] of people.entries()) {
      const body = createUserBodySchema.safeParse({ ...values, ...person });
      const show = (outcome: Outcome) => {
        all[unread.length + index] = outcome;
        setOutcomes([...all]);
      };
      const key = invited.current.get(person.email) ?? randomUuid();
      invited.current.set(person.email, key);
      if (!body.success) return;
      try {
        await invite(body.data, key);
        show({ name: person.email, state: 'invited' });
      } catch (error) {
        const failure = toFailure(error);
        show({ name: person.email, state: 'failed', failure });
        if (isForAll(failure)) break;
      }
    }
    await queryClient.invalidateQueries({ queryKey: ['users'] });
  }

  const done = outcomes.filter(({ state }) => state === 'invited').length;
  return (
    <>
      <Head page="userCreate" texts="app" />
      <BackToUsers />
      <PageHeader title={t('many.title')} lead={t('create.text', { count: DAYS, number: number(DAYS) })} />
      <Form defaultValues={blank} onSubmit={submit}>
        <Sheet sx={snipped(28)}>
          <FormPart title={t('many.people')}>
            <TextInput
              source="list"
              multiline
              minRows={6}
              maxRows={16}
              label={t('many.label')}
              helperText={t('many.hint')}
              parse={(value: string) => value}
              slotProps={{ htmlInput: { dir: 'ltr', spellCheck: false } }}
            />
            <Box aria-live="polite">
              {isEmpty && <Typography color="error">{t('many.none')}</Typography>}
              {outcomes.length > 0 && (
                <Typography sx={{ fontWeight: 'strong' }}>
                  {t('many.done', { done: number(done), all: number(outcomes.length) })}
                </Typography>
              )}
            </Box>
            <Outcomes outcomes={outcomes} />
          </FormPart>
          <FormPart title={t('rights')}>
            <RightsInputs />
          </FormPart>
          <FormActions save={t('many.send')} />
        </Sheet>
      </Form>
    </>
  );
}
