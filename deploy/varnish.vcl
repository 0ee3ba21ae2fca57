# Varnish 7 with xkey (Debian: varnish, varnish-modules) in front of the server; docs/scaling.md explains it.
#   varnishd -a public=:6081 -a purge=127.0.0.1:6082 -f /etc/varnish/varnish.vcl -s malloc,256m
# and for the server: CACHE_PURGE_URL=http://127.0.0.1:6082 TRUST_PROXY=loopback
# Only the server may reach the socket `purge`.
vcl 4.1;

import std;
import xkey;

backend app {
  .host = "127.0.0.1";
  .port = "3000";
  .connect_timeout = 1s;
  .probe = { .url = "/api/health/live"; .interval = 1s; .timeout = 1s; .window = 3; .threshold = 2; }
}

sub vcl_recv {
  if (local.socket == "purge") {
    # Soft: what is purged stays at hand for as long as the server fails.
    std.log("purged " + xkey.softpurge(req.http.Surrogate-Key));
    return (synth(200, "Purged"));
  }
  # Live changes come one by one for as long as the page is open.
  if (req.url ~ "^/api/exchange-rate/stream") {
    return (pipe);
  }
  # The program uses no cookies; those of others on the same domain would make every visitor's answer another.
  unset req.http.Cookie;
  # What others add to links that are shared.
  set req.url = regsuball(req.url, "([?&])(utm_[a-z]+|fbclid|gclid|msclkid)=[^&]*", "\1");
  set req.url = regsub(regsuball(req.url, "([?&])&+", "\1"), "[?&]$", "");
  if (req.restarts == 0) {
    unset req.http.X-Stale-If-Error;
  }
  # An old answer is given only where the server has none.
  if (std.healthy(req.backend_hint) && !req.http.X-Stale-If-Error) {
    set req.grace = 0s;
  } else {
    set req.grace = 1d;
  }
}

sub vcl_backend_response {
  if (beresp.status >= 500 && !bereq.uncacheable && !bereq.http.X-Stale-If-Error) {
    return (abandon);
  }
  set beresp.grace = 1d;
  if (beresp.http.CDN-Cache-Control ~ "max-age=[0-9]+" && !beresp.http.Set-Cookie) {
    set beresp.ttl = std.duration(regsub(beresp.http.CDN-Cache-Control, "^.*max-age=([0-9]+).*$", "\1s"), 0s);
    set beresp.http.xkey = beresp.http.Surrogate-Key;
    unset beresp.http.CDN-Cache-Control;
    unset beresp.http.Surrogate-Key;
    return (deliver);
  }
}

sub vcl_backend_error {
  if (!bereq.uncacheable && !bereq.http.X-Stale-If-Error) {
    return (abandon);
  }
}

# The server has failed: once more, and now an old answer will do.
sub vcl_synth {
  if (resp.status == 503 && req.restarts == 0 && local.socket != "purge") {
    set req.http.X-Stale-If-Error = "1";
    return (restart);
  }
}

sub vcl_deliver {
  unset resp.http.xkey;
  # Browsers count their own seconds from here: what is here is as new as at the server.
  unset resp.http.Age;
}
