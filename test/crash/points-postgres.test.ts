import { crashAtEveryPoint } from './points.ts'

crashAtEveryPoint('postgres')
