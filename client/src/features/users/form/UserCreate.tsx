import { INVITATION_MS } from '@clearcut/schemas/constants';
import { createUserBodySchema } from '@clearcut/schemas/team/http';
import { ROLE_NUMBERS } from '@clearcut/schemas/team/permissions';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { CreateBase, Form, HttpError, useRedirect, useRemoveFromStore } from 'react-admin';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink, useSearchParams } from 'react-router';
import { DAY_MS } from '../../../lib/durations.ts';
import { useSchemaResolver } from '../../../lib/forms/useSchemaResolver.ts';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { FormPart } from '../../../ui/forms/FormPart.tsx';
import { Head } from '../../../ui/page/Head.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { snipped } from '../../../ui/paper/snipped.ts';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { useFailureToast } from '../../../ui/toasts/useFailureToast.ts';
import { BackToUsers } from './BackToUsers.tsx';
import { FormActions } from './FormActions.tsx';
import { EmailInput, NameInputs, RightsInputs } from './UserInputs.tsx';

const DAYS = INVITATION_MS / DAY_MS;

const blank = {
  email: '',
  firstName: '',
  lastName: '',
  role: ROLE_NUMBERS.collaborator,
  permissions: [],
  mayDeleteOwnAccount: false,
};

/**
 * Adds a member by name, or invites one by address alone. Either way a mail asks the owner of the address, who chooses
 * the password and is Pending until then.
 */
export function UserCreate() {
  const { t } = useTranslation('users');
  const { number } = useFormat();
  const redirect = useRedirect();
  const forget = useRemoveFromStore();
  const failureToast = useFailureToast();
  const resolver = useSchemaResolver(createUserBodySchema);
  const [search] = useSearchParams();
  const way = search.get('way') === 'invite' ? 'invite' : 'add';

  const onSuccess = () => {
    showToast(t(way === 'invite' ? 'notifications.invited' : 'notifications.added'));
    // The list's filter could hide the new user.
    forget('users.listParams');
    redirect('list', 'users');
  };
  return (
    <>
      <Head page="userCreate" texts="app" />
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
        {/* Remounts for each way: links in the list's head may switch it while shown. */}
        <Form key={way} defaultValues={blank} resolver={resolver} disableInvalidFormNotification>
          <Sheet sx={snipped(28)}>
            <FormPart title={t('person')}>
              <EmailInput />
              {way === 'add' && <NameInputs />}
              {way === 'invite' && (
                <Link component={RouterLink} to="?way=many" sx={{ justifySelf: 'start' }}>
                  {t('many.title')}
                </Link>
              )}
              <Typography sx={{ color: 'text.secondary' }}>
                {t('create.text', { count: DAYS, number: number(DAYS) })}
              </Typography>
            </FormPart>
            <FormPart title={t('rights')}>
              <RightsInputs />
            </FormPart>
            <FormActions save={t(`create.${way}`)} />
          </Sheet>
        </Form>
      </CreateBase>
    </>
  );
}
