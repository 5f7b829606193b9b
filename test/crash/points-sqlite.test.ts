import { crashAtEveryPoint } from './points.ts'

crashAtEveryPoint('sqlite')
