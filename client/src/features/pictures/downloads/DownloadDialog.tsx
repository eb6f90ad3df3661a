import type { TransactionView } from '@clearcut/schemas/transaction/http';
import type { ExportOptions } from '@clearcut/schemas/transaction/export-options';
import type { Quality } from '@clearcut/schemas/transaction/saves-http';
import { useMutation } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toFailure } from '../../../lib/errors/failure.ts';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Mat } from '../../../ui/paper/Mat.tsx';
import { Modal } from '../../../ui/dialogs/Modal.tsx';
import { DownloadIcon } from '../../../ui/work-icons.tsx';
import { downloadFormat } from './download-format.ts';
import { fetchExport } from './api.ts';
import { ExportFields } from './ExportFields.tsx';
import { QualityField } from './QualityField.tsx';

/** Format of the last applied template. JPG cannot be transparent. */
function firstOptions(): ExportOptions {
  const format = downloadFormat();
  return { format, crop: 'none', margin: 0, background: format === 'jpg' ? '#ffffff' : null, layout: null };
}

export function DownloadDialog({ view, onClose }: { view: TransactionView; onClose: () => void }) {
  const { t } = useTranslation('downloads');
  const failureText = useFailureText();
  const titleId = useId();
  const [quality, setQuality] = useState<Quality>(view.save?.isCurrent === true ? 'high' : 'low');
  const [options, setOptions] = useState(firstOptions);
  const stop = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    stop.current = controller;
    return () => controller.abort();
  }, []);

  const making = useMutation({
    mutationFn: () => fetchExport(view.id, quality, options, stop.current.signal),
    onSuccess: ({ file, name }) => {
      if (stop.current.signal.aborted) return;
      saveFile(file, name);
      onClose();
    },
  });
  return (
    <Modal open width={520} labelledBy={titleId} closeLabel={t('close')} onClose={onClose}>
      <Mat className="on-mat" sx={{ padding: { xs: '24px 84px 18px 20px', sm: '28px 88px 20px 32px' } }}>
        <Typography variant="h3" component="h2" id={titleId}>
          {t('title')}
        </Typography>
        <Typography sx={{ color: 'clearcut.onMatSoft', overflowWrap: 'anywhere' }}>
          <bdi>{view.originalFileName}</bdi>
        </Typography>
      </Mat>
      <Box
        component="form"
        onSubmit={(event) => {
          event.preventDefault();
          making.mutate();
        }}
        sx={{ display: 'grid', gap: 2.5, padding: { xs: '22px 20px', sm: '28px 32px' } }}
      >
        <QualityField view={view} value={quality} onChange={setQuality} />
        <ExportFields value={options} onChange={setOptions} />
        {making.isError && (
          <Typography role="alert" color="error" sx={{ fontWeight: 'strong' }}>
            {failureText(toFailure(making.error))}
          </Typography>
        )}
        <Button
          type="submit"
          variant="contained"
          color="primary"
          size="large"
          startIcon={<DownloadIcon aria-hidden />}
          disabled={making.isPending}
          aria-busy={making.isPending}
        >
          {making.isPending ? t('making') : t('submit')}
        </Button>
      </Box>
    </Modal>
  );
}
