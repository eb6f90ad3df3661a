import { serve } from '@clearcut/platform/threads/serve';
import { tasks } from './tasks.ts';

serve(tasks);
