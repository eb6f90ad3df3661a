import { action } from '../../gestures/action.ts';
import { tools } from '../../state/tools.ts';
import { cropChoice } from './crop-choice.ts';

export const cropActions = {
  crop: action('C', () => {
    cropChoice.begin();
    tools.crop(true);
  }),
};
