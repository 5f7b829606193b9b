import { faultsOn } from '../faults.ts'

faultsOn('threads')
