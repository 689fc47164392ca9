//! Where a request comes from, as limits count it.
//!
//! `X-Forwarded-For` is believed only from proxies that the configuration names, and only as far as they can vouch: it
//! is read from its end, each trusted proxy vouching for the entry before. IPv6 counts by its /64, the smallest block
//! that one customer gets.

use super::AppState;
use axum::extract::{ConnectInfo, FromRequestParts};
use http::request::Parts;
use http::{Extensions, HeaderMap};
use ipnet::IpNet;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// The address that the request is counted under.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

impl ClientAddress {
    /// The address of the request with these extensions and headers.
    pub fn of(extensions: &Extensions, headers: &HeaderMap, trusted: &[IpNet]) -> Self {
        let peer = extensions.get::<ConnectInfo<SocketAddr>>();
        let peer = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |info| info.0.ip());
        Self(block(client(peer.to_canonical(), headers, trusted)))
    }
}

impl FromRequestParts<AppState> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.extensions, &parts.headers, &state.config.server.trusted_proxies))
    }
}

fn client(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let is_trusted = |address: &IpAddr| trusted.iter().any(|network| network.contains(address));
    let mut nearest = peer;
    let values: Vec<_> = headers.get_all("x-forwarded-for").iter().collect();
    let entries = values.iter().rev().flat_map(|value| value.to_str().unwrap_or_default().rsplit(','));
    for entry in entries {
        if !is_trusted(&nearest) {
            break;
        }
        // What a trusted proxy did not write as an address vouches for nothing further.
        let Ok(address) = entry.trim().parse::<IpAddr>() else { break };
        nearest = address.to_canonical();
    }
    nearest
}

fn block(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    fn seen(peer: &str, forwarded: &[&'static str], trusted: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", HeaderValue::from_static(value));
        }
        let trusted: Vec<IpNet> = trusted.iter().map(|network| network.parse().expect("a network")).collect();
        client(peer.parse().expect("an address"), &headers, &trusted).to_string()
    }

    #[test]
    fn nobody_is_believed_unless_named() {
        assert_eq!(seen("9.9.9.9", &["1.2.3.4"], &[]), "9.9.9.9");
        assert_eq!(seen("9.9.9.9", &["1.2.3.4"], &["10.0.0.0/8"]), "9.9.9.9");
    }

    #[test]
    fn a_trusted_proxy_vouches_for_the_last_entry_only() {
        assert_eq!(seen("10.0.0.1", &["6.6.6.6, 1.2.3.4"], &["10.0.0.0/8"]), "1.2.3.4");
        assert_eq!(seen("10.0.0.1", &["6.6.6.6", "1.2.3.4"], &["10.0.0.0/8"]), "1.2.3.4");
        assert_eq!(seen("10.0.0.1", &["1.2.3.4, 10.0.0.2"], &["10.0.0.0/8"]), "1.2.3.4");
        assert_eq!(seen("10.0.0.1", &["1.2.3.4, nonsense"], &["10.0.0.0/8"]), "10.0.0.1");
        assert_eq!(seen("10.0.0.1", &[], &["10.0.0.0/8"]), "10.0.0.1");
    }

    #[test]
    fn v6_counts_by_its_network() {
        let address: IpAddr = "2001:db8:1:2:3:4:5:6".parse().expect("an address");
        assert_eq!(block(address).to_string(), "2001:db8:1:2::");
    }
}
