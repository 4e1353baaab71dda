#pragma once

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <string>

/// Whom a certificate is made out to, as OpenSSL writes alternative names, and from when to when in seconds from now.
struct CertificateOptions {
  std::string alternative_name = "IP:127.0.0.1";
  long begins = -60;
  long ends = 3600;
};

/// A new key and a certificate for it, which the key signs itself or that of another certificate signs.
class TestCertificate {
 public:
  explicit TestCertificate(CertificateOptions const& options = {}) : TestCertificate(options, nullptr) {}
  TestCertificate(CertificateOptions const& options, TestCertificate const& issuer)
      : TestCertificate(options, &issuer) {}
  ~TestCertificate() {
    X509_free(certificate_);
    EVP_PKEY_free(key_);
  }
  TestCertificate(TestCertificate const&) = delete;
  TestCertificate& operator=(TestCertificate const&) = delete;

  [[nodiscard]] X509* certificate() const { return certificate_; }
  [[nodiscard]] EVP_PKEY* key() const { return key_; }

  [[nodiscard]] std::string pem() const {
    BIO* const memory = BIO_new(BIO_s_mem());
    PEM_write_bio_X509(memory, certificate_);
    return text_of(memory);
  }

  [[nodiscard]] std::string key_pem() const {
    BIO* const memory = BIO_new(BIO_s_mem());
    PEM_write_bio_PrivateKey(memory, key_, nullptr, nullptr, 0, nullptr, nullptr);
    return text_of(memory);
  }

 private:
  TestCertificate(CertificateOptions const& options, TestCertificate const* issuer)
      : key_(EVP_EC_gen("P-256")), certificate_(X509_new()) {
    X509_set_version(certificate_, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate_), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate_), options.begins);
    X509_gmtime_adj(X509_getm_notAfter(certificate_), options.ends);
    X509_set_pubkey(certificate_, key_);
    X509_NAME* const name = X509_get_subject_name(certificate_);
    bool const is_own = issuer == nullptr;
    std::string const common_name = is_own ? "an authority of this test" : "a server of this test";
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, reinterpret_cast<unsigned char const*>(common_name.c_str()),
                               -1, -1, 0);
    X509_set_issuer_name(certificate_, is_own ? name : X509_get_subject_name(issuer->certificate_));
    extend(NID_subject_alt_name, options.alternative_name.c_str());
    extend(NID_basic_constraints, is_own ? "critical,CA:TRUE" : "critical,CA:FALSE");
    X509_sign(certificate_, is_own ? key_ : issuer->key_, EVP_sha256());
  }

  static std::string text_of(BIO* memory) {
    char buffer[8192];
    int const size = BIO_read(memory, buffer, sizeof buffer);
    BIO_free(memory);
    return {buffer, static_cast<std::size_t>(size)};
  }

  void extend(int id, char const* value) {
    X509V3_CTX context;
    X509V3_set_ctx(&context, certificate_, certificate_, nullptr, nullptr, 0);
    X509_EXTENSION* const extension = X509V3_EXT_conf_nid(nullptr, &context, id, value);
    X509_add_ext(certificate_, extension, -1);
    X509_EXTENSION_free(extension);
  }

  EVP_PKEY* key_;
  X509* certificate_;
};
