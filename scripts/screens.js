// What scripts/pictures.js takes pictures of: every route as somebody for whom it is, and the states worth a look.
// `do` works in either language: it finds things by what they are, never by what they say.

const worker = 'Andi Saputra';
const admin = 'Sri Wahyuni';
const approver = 'Dewi Lestari';
const nobody = null;

const openFirst = (selector) => async (page) => {
  await page.locator(selector).first().click();
};

export const screens = [
  { who: nobody, path: '/login' },
  { who: nobody, path: '/login', state: 'wrong', do: submitEmpty },
  { who: nobody, path: '/register' },
  { who: nobody, path: '/reset-password' },
  { who: nobody, path: '/join' },
  { who: nobody, path: '/verify-email' },
  { who: nobody, path: '/link-actions' },
  { who: nobody, path: '/no/such/page', state: 'unknown' },
  { who: admin, path: '/dashboard' },
  { who: admin, path: '/projects' },
  { who: admin, path: '/projects/{project}' },
  { who: admin, path: '/projects/create' },
  { who: admin, path: '/projects/create', state: 'wrong', do: submitEmpty },
  { who: admin, path: '/users' },
  { who: admin, path: '/users/{person}' },
  { who: admin, path: '/users/invites' },
  { who: admin, path: '/users/invites/create' },
  { who: admin, path: '/users/import' },
  { who: admin, path: '/upgrade' },
  { who: admin, path: '/settings' },
  { who: admin, path: '/account-settings' },
  { who: admin, path: '/dashboard', state: 'menu', do: openFirst('header button[aria-haspopup=menu] >> nth=-1') },
  { who: admin, path: '/dashboard', state: 'navigation', do: openFirst('header button[aria-expanded]') },
  { who: admin, path: '/no/such/page', state: 'unknown' },
  { who: admin, path: '/reports' },
  { who: admin, path: '/reports/projects/{project}' },
  { who: admin, path: '/reports/projects/{project}/tasks/{task}' },
  { who: admin, path: '/reports?from=2020-01-01&to=2020-01-31', state: 'empty' },
  { who: approver, path: '/dashboard' },
  { who: approver, path: '/approvals' },
  { who: approver, path: '/approvals?status=rejected', state: 'rejected' },
  { who: approver, path: '/approvals?from=2020-01-01&to=2020-01-31', state: 'empty' },
  { who: approver, path: '/approvals', state: 'chosen', do: openFirst('main input[type=checkbox]') },
  { who: approver, path: '/approvals?review=1', state: 'review' },
  { who: worker, path: '/dashboard' },
  { who: worker, path: '/worklogs' },
  { who: worker, path: '/worklogs?new=true', state: 'form' },
  { who: worker, path: '/worklogs?new=true', state: 'wrong', do: submitEmpty },
  { who: worker, path: '/worklogs?worklog={pending}', state: 'edit' },
  { who: worker, path: '/worklogs?worklog={approved}', state: 'details' },
  { who: worker, path: '/worklogs?from=2020-01-01&to=2020-01-31', state: 'empty' },
  { who: worker, path: '/reports' },
  { who: worker, path: '/worklogs', state: 'away', before: refuseAll },
];

async function submitEmpty(page) {
  await page.locator('form button[type=submit]').last().click();
}

/** The page is there, the server is not. */
async function refuseAll(page) {
  await page.route(/\/api\/v1\/companies\/[^/]+\/(worklogs|projects)/, (route) =>
    route.fulfill({ status: 500, json: {} }),
  );
}
