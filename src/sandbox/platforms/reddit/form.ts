import type { SimulatedRequest } from '../../shared/simulator.ts'

/** Clients send forms of either kind (Postiz, 2026-08). */
export const formIn = ({ headers, form, parts }: SimulatedRequest): Readonly<Record<string, string>> =>
  /^multipart\//i.test(headers['content-type'] ?? '')
    ? Object.fromEntries(parts().map(({ name, bytes }) => [name, bytes.toString('utf8')]))
    : Object.fromEntries(form())
