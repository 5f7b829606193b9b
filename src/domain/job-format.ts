/**
 * The format that a worker must be able to read to work on a job. Each job stores in `needs` the format of its
 * platform, and a worker takes only jobs whose format it knows: older workers leave a new platform, or a changed one,
 * to newer ones. When a plan of a platform can contain an action that the last release cannot perform, raise this and
 * the platform's `needs`. When all jobs can contain something that it cannot read, such as a status, raise this and
 * `usualFormat`.
 */
export const jobFormat = 1

/** The least format of a job. */
const usualFormat = 1

export const formatOf = ({ needs = usualFormat }: { readonly needs?: number }): number => Math.max(needs, usualFormat)
