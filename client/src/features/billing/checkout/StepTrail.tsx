import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CHECKOUT_STEPS, checkoutPath, type CheckoutStep } from '../payments/data/open-checkout.ts';

export function StepTrail({ step, priceId }: { step: CheckoutStep; priceId?: string }) {
  const { t } = useTranslation('checkout');
  const present = CHECKOUT_STEPS.indexOf(step);
  return (
    <nav aria-label={t('steps.label')}>
      <Box
        component="ol"
        sx={{
          listStyle: 'none',
          margin: 0,
          padding: 0,
          display: 'flex',
          flexWrap: 'wrap',
          rowGap: 0.75,
          columnGap: 2.5,
        }}
      >
        {CHECKOUT_STEPS.map((one, index) => {
          const words = t(`steps.${one}`, { number: new Intl.NumberFormat().format(index + 1) });
          return (
            <Box
              component="li"
              key={one}
              aria-current={index === present ? 'step' : undefined}
              sx={{
                fontWeight: index === present ? 'bold' : 500,
                color: index === present ? 'clearcut.onMat' : 'clearcut.onMatSoft',
                '& a': { color: 'inherit', textUnderlineOffset: 4 },
              }}
            >
              {index < present ? (
                <Link to={checkoutPath({ step: one, ...(priceId === undefined ? {} : { priceId }) })}>{words}</Link>
              ) : (
                words
              )}
            </Box>
          );
        })}
      </Box>
    </nav>
  );
}
