import { faultsOn } from '../../../publish/faults.ts'

faultsOn('x')
