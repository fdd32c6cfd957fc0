import type { Picture } from '../face';
import type { Card } from '../../protocol/tank';
import { CARDS } from './cards';

const shown: Card[] = [
  'he',
  'fire',
  'coaxial_mg',
  'tracked',
  'field_repair',
  'smoke_launchers',
  'ablative_armor',
  'reinforced_treads',
];

export const PICTURES: Picture[] = shown.map((card) => CARDS[card]);
