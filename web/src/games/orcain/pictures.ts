import type { Picture } from '../face';
import { CARDS } from './cards';

export const PICTURES: Picture[] = Object.values(CARDS).map(({ icon, title, line }) => ({ icon, name: title, line }));
