import { crashAtPoints } from './points.ts'

crashAtPoints('postgres')
