import { serve } from '../threads/serve.ts';
import { tasks } from './tasks.ts';

serve(tasks);
