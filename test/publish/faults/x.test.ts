import { faultsOn } from '../faults.ts'

faultsOn('x')
