import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { Link, Route, Switch } from 'wouter'

/** The smallest page with these libraries: one heading. */
function Heading() {
  const { data } = useQuery({ queryKey: ['heading'], queryFn: () => 'One', initialData: 'One' })
  return (
    <main>
      <h1>{data} heading</h1>
      <Link href="/">Again</Link>
    </main>
  )
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <QueryClientProvider client={new QueryClient()}>
      <Switch>
        <Route path="/" component={Heading} />
      </Switch>
    </QueryClientProvider>,
  )
