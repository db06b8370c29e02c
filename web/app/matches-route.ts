/** Whether a path belongs to a route such as `/track/:slug`. */
export function matchesRoute(route: string, path: string): boolean {
  const pattern = route.replace(/\/:\w+\?/g, '(/[^/]+)?').replace(/\/:\w+/g, '/[^/]+')
  return new RegExp(`^${pattern}/?$`).test(path.split(/[?#]/)[0] ?? '')
}
