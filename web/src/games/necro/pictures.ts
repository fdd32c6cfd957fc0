import type { Picture } from '../face';
import { PIECES } from './cards';

export const PICTURES: Picture[] = Object.values(PIECES).map(({ icon, name, line }) => ({ icon, name, line }));
