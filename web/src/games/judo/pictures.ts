import type { Picture } from '../face';
import { STATS } from './rules';

export const PICTURES: Picture[] = STATS.map(({ icon, name, meaning }) => ({ icon, name, line: meaning }));
