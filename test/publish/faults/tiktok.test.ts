import { faultsOn } from '../faults.ts'

faultsOn('tiktok')
