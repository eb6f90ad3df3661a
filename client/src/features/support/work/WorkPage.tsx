import type { Work } from '@clearcut/schemas/support/work-http';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { Code } from '../parts/Code.tsx';
import { FactTable } from '../../../ui/FactTable.tsx';
import { Waiting } from '../parts/Waiting.tsx';
import { workQuery } from './api.ts';
import { QueueCharts } from './QueueCharts.tsx';
import { SubscriberTable } from './SubscriberTable.tsx';

export function WorkPage() {
  const { t } = useTranslation('support');
  const query = useQuery(workQuery);
  return (
    <>
      <PageHeader title={t('work.title')} lead={t('work.lead')} />
      <Waiting query={query}>{(work) => <Tables work={work} />}</Waiting>
    </>
  );
}

const PADDING = { xs: '16px 20px', md: '20px 28px' } as const;

function Tables({ work: { subscribers, queues } }: { readonly work: Work }) {
  const { t } = useTranslation('support');
  const { number } = useFormat();
  return (
    <>
      <Sheet sx={{ padding: PADDING, marginBlockEnd: 2.5 }}>
        <Typography variant="h3" component="h2" sx={{ marginBlockEnd: 1 }}>
          {t('work.queues')}
        </Typography>
        <FactTable
          label={t('work.queues')}
          heads={[t('work.columns.topic'), t('work.columns.waiting'), t('work.columns.dead')]}
          rows={queues.map(({ topic, waiting, dead }) => ({
            key: topic,
            cells: [
              <Code key="topic" whole>
                {topic}
              </Code>,
              number(waiting),
              number(dead),
            ],
          }))}
        />
      </Sheet>
      <QueueCharts />
      <Sheet sx={{ padding: PADDING }}>
        <Typography variant="h3" component="h2" sx={{ marginBlockEnd: 1 }}>
          {t('work.subscribers')}
        </Typography>
        <SubscriberTable subscribers={subscribers} />
      </Sheet>
    </>
  );
}
