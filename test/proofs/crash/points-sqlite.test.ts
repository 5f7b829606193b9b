import { crashAtPoints } from './points.ts'

crashAtPoints('sqlite')
