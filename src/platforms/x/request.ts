import { apiAt } from '../shared/api-request.ts'

export const request = apiAt('')
