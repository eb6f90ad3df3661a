import { INVITATION_MS } from '@clearcut/schemas/constants';
import { createUserBodySchema, type CreateUserBody } from '@clearcut/schemas/team/http';
import { ROLE_NUMBERS } from '@clearcut/schemas/team/permissions';
import { CreateBase, Form, HttpError, RadioButtonGroupInput, useInput, useRedirect } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useProblemText } from '../../../lib/forms/useProblemText.ts';
import { useSchemaResolver } from '../../../lib/forms/useSchemaResolver.ts';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { FormPart } from '../../../ui/forms/FormPart.tsx';
import { Head } from '../../../ui/page/Head.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { PasswordField } from '../../../ui/forms/PasswordField.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { snipped } from '../../../ui/paper/snipped.ts';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { useFailureToast } from '../../../ui/toasts/useFailureToast.ts';
import { BackToUsers } from './BackToUsers.tsx';
import { Choice, choiceGroup } from './Choice.tsx';
import { FormActions } from './FormActions.tsx';
import { EmailInput, NameInputs, RightsInputs } from './UserInputs.tsx';

const ways = ['invite', 'password'] as const;
type Way = (typeof ways)[number];

const DAYS = INVITATION_MS / (24 * 60 * 60 * 1000);

/** Nothing is ticked that somebody did not tick. */
const blank = {
  email: '',
  firstName: '',
  lastName: '',
  password: '',
  role: ROLE_NUMBERS.collaborator,
  permissions: [],
  mayDeleteOwnAccount: false,
};

/** What is sent: an invitation is a user without a password. */
function toBody({ way, ...values }: Record<string, unknown>): Record<string, unknown> {
  const { password, ...invited } = values;
  return way === 'invite' ? invited : { ...invited, password };
}

const useWay = () => useWatch<{ way: Way }, 'way'>({ name: 'way' });

function PasswordInput() {
  const { t } = useTranslation('users');
  const problemText = useProblemText();
  const { field, fieldState } = useInput({ source: 'password', parse: (value: string) => value });
  const problem = problemText(fieldState.error?.message);
  return (
    <PasswordField
      {...field}
      isNew
      label={t('fields.password')}
      error={problem !== undefined}
      {...(problem === undefined ? {} : { helperText: problem })}
    />
  );
}

function WayInputs() {
  const { t } = useTranslation('users');
  const { number } = useFormat();
  const way = useWay();
  return (
    <FormPart title={t('access')}>
      <RadioButtonGroupInput
        source="way"
        label={false}
        choices={ways.map((id) => ({
          id,
          name: t(`ways.${id}.name`),
          text: t(`ways.${id}.text`, { count: DAYS, number: number(DAYS) }),
        }))}
        optionText={<Choice />}
        translateChoice={false}
        row={false}
        helperText={false}
        aria-label={t('access')}
        sx={choiceGroup}
      />
      {way === 'password' && <PasswordInput />}
    </FormPart>
  );
}

function Submit() {
  const { t } = useTranslation('users');
  return <FormActions save={t(`ways.${useWay()}.submit`)} />;
}

/** Somebody new in the team: by an invitation, or at once with a password. */
export function UserCreate() {
  const { t } = useTranslation('users');
  const redirect = useRedirect();
  const failureToast = useFailureToast();
  const resolver = useSchemaResolver(createUserBodySchema, toBody);
  const [search] = useSearchParams();
  const way: Way = search.get('way') === 'password' ? 'password' : 'invite';

  const onSuccess = (_user: unknown, { data }: { data?: Partial<CreateUserBody> }) => {
    showToast(t(data?.password === undefined ? 'notifications.invited' : 'notifications.added'));
    redirect('list', 'users');
  };
  return (
    <>
      <Head page="userCreate" />
      <BackToUsers />
      <PageHeader title={t('create.title')} />
      <CreateBase
        mutationOptions={{
          onSuccess,
          onError: (error) => {
            if (!(error instanceof HttpError)) failureToast(error);
          },
        }}
      >
        {/* Another way in, another form: links of the list's head may point here while it is shown. */}
        <Form key={way} defaultValues={{ ...blank, way }} resolver={resolver} disableInvalidFormNotification>
          <Sheet sx={snipped(28)}>
            <FormPart title={t('person')}>
              <EmailInput />
              <NameInputs />
            </FormPart>
            <WayInputs />
            <FormPart title={t('rights')}>
              <RightsInputs />
            </FormPart>
            <Submit />
          </Sheet>
        </Form>
      </CreateBase>
    </>
  );
}
