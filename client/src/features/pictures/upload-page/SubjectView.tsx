import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { choiceOf, type Choice, type Mark } from '../subject/mark.ts';
import { SubjectPanel } from '../subject/SubjectPanel.tsx';
import { SubjectPicker } from '../subject/SubjectPicker.tsx';
import type { Picture } from '../uploads/files/picture.ts';
import { toFailure } from '../../../lib/errors/failure.ts';
import { chooseSubject } from './choose-subject.ts';
import { PictureFrame } from './PictureFrame.tsx';
import { Workbench } from './Workbench.tsx';

export interface SubjectViewProps {
  readonly id: string;
  readonly picture: Picture;
  /** An earlier choice can be handed back to the model. */
  readonly isChosen: boolean;
  readonly onCancel: () => void;
}

export function SubjectView({ id, picture, isChosen, onCancel }: SubjectViewProps) {
  const [mark, setMark] = useState<Mark>();
  const choice = useMutation({ mutationFn: (choice: Choice) => chooseSubject(id, choice) });
  const cut = () => {
    if (mark !== undefined && !choice.isPending) choice.mutate(choiceOf(mark, picture));
  };
  return (
    <Workbench
      stage={
        <PictureFrame size={picture}>
          <SubjectPicker pictureUrl={picture.url} mark={mark} onMark={setMark} onDone={cut} />
        </PictureFrame>
      }
    >
      <SubjectPanel
        isMarked={mark !== undefined}
        busy={choice.isPending}
        failure={choice.isError ? toFailure(choice.error) : undefined}
        onCut={cut}
        onAuto={isChosen ? () => choice.mutate({ type: 'auto' }) : undefined}
        onCancel={onCancel}
      />
    </Workbench>
  );
}
