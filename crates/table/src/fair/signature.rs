//! Signatures of a server: Ed25519, as in RFC 8032.

use super::hex::public_bytes;

public_bytes! {
    /// The public key that a server signs with.
    PublicKey, 32, "a key is 64 lower-case hexadecimal digits"
}

public_bytes! {
    /// A signature.
    Signature, 64, "a signature is 128 lower-case hexadecimal digits"
}

#[cfg(feature = "ed25519")]
impl PublicKey {
    /// Whether the holder of this key signed the message. Keys and signatures of small order, which fit several
    /// messages, are none.
    pub fn verifies(&self, message: &[u8], signature: &Signature) -> bool {
        let signature = ed25519_dalek::Signature::from_bytes(signature.bytes());
        ed25519_dalek::VerifyingKey::from_bytes(self.bytes())
            .is_ok_and(|key| key.verify_strict(message, &signature).is_ok())
    }
}

#[cfg(test)]
#[cfg(feature = "ed25519")]
mod tests {
    use super::*;

    /// RFC 8032, section 7.1, tests 1 to 3.
    const VECTORS: [(&str, &[u8], &str); 3] = [
        (
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            &[],
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
        ),
        (
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            &[0x72],
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
        ),
        (
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
            &[0xaf, 0x82],
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
        ),
    ];

    #[test]
    fn the_signatures_of_rfc_8032_hold_and_any_other_does_not() {
        for (key, message, signature) in VECTORS {
            let (key, signature): (PublicKey, Signature) = (key.parse().unwrap(), signature.parse().unwrap());
            assert!(key.verifies(message, &signature));
            assert!(!key.verifies(b"something else", &signature));
            for index in [0, 31, 32, 63] {
                let mut bytes = *signature.bytes();
                bytes[index] ^= 1;
                assert!(!key.verifies(message, &Signature::new(bytes)), "byte {index}");
            }
            let mut bytes = *key.bytes();
            bytes[0] ^= 1;
            assert!(!PublicKey::new(bytes).verifies(message, &signature));
        }
    }

    /// With the neutral point as key and R, and S = 0, any message would be "signed".
    #[test]
    fn a_key_of_small_order_signs_nothing() {
        let mut neutral = [0; 32];
        neutral[0] = 1;
        let mut signature = [0; 64];
        signature[0] = 1;
        assert!(!PublicKey::new(neutral).verifies(b"anything", &Signature::new(signature)));
        assert!(!PublicKey::new([0; 32]).verifies(b"anything", &Signature::new([0; 64])));
        assert!(!PublicKey::new([0xff; 32]).verifies(b"anything", &Signature::new([0xff; 64])));
    }
}
