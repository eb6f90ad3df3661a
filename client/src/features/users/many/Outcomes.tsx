import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../../lib/errors/failure.ts';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';

/** `name`: address, or a line without one. */
export type Outcome = { readonly name: string } & (
  | { readonly state: 'waiting' | 'invited' | 'unread' }
  | { readonly state: 'failed'; readonly failure: Failure }
);

/** Lists failures first. */
export function Outcomes({ outcomes }: { readonly outcomes: readonly Outcome[] }) {
  const { t } = useTranslation('users');
  const failureText = useFailureText();
  const isBad = ({ state }: Outcome): boolean => state === 'failed' || state === 'unread';
  return (
    <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {[...outcomes.filter(isBad), ...outcomes.filter((outcome) => !isBad(outcome))].map((outcome) => (
        <Box
          component="li"
          key={outcome.name}
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            rowGap: 0,
            columnGap: 1.5,
            paddingBlock: 0.75,
            overflowWrap: 'anywhere',
          }}
        >
          <bdi>{outcome.name}</bdi>
          <Box component="span" sx={{ color: isBad(outcome) ? 'error.main' : 'text.secondary' }}>
            {outcome.state === 'failed' ? failureText(outcome.failure) : t(`many.states.${outcome.state}`)}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
